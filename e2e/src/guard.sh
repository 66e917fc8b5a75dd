# Runs a command and ends everything it started when standard input closes, that is when the test
# process lets go of it or dies in whatever way. Runs as the leader of a session of its own, because
# browsers put their processes into new process groups, but stay in the session.
#
# End of input asks the command to terminate; a line names a harsher signal to send instead.

"$@" </dev/null &
command=$!

read -r signal || signal=TERM
kill -s "$signal" "$command" 2>/dev/null
{ sleep 5; kill -s KILL "$command" 2>/dev/null; } &
wait "$command"

left=yes
while [ "$left" ]; do
  left=
  for stat in /proc/[0-9]*/stat; do
    read -r line 2>/dev/null <"$stat" || continue
    pid=${stat#/proc/}
    pid=${pid%/stat}
    # After the name in parentheses: state, parent, process group, session.
    set -- ${line##*) }
    if [ "$4" = $$ ] && [ "$pid" != $$ ] && [ "$1" != Z ]; then
      kill -s KILL "$pid" 2>/dev/null
      left=yes
    fi
  done
done
