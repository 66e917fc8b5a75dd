// What makes the backend's pages quicker to use. Each of them works without it.

/** Makes a part of the page livelier; called again for parts that came later. */
const enliven = (root) => {
  // Older browsers cannot read the service's question.
  if (window.PublicKeyCredential?.parseCreationOptionsFromJSON)
    for (const form of root.querySelectorAll("[data-passkey]")) form.hidden = false;
  // The service does not know where its operators are; their browsers do.
  const clock = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  for (const time of root.querySelectorAll("time[datetime]")) {
    time.textContent = clock.format(new Date(time.dateTime));
  }
};

/**
 * What to ask the browser for: in the page, or asked for now.
 * @param {HTMLFormElement} form
 */
const passkeyQuestion = async (form) => {
  const { question, challenge } = form.dataset;
  return question ? JSON.parse(question) : (await fetch(challenge, { method: "POST" })).json();
};

/**
 * Has the browser make a passkey, or prove that it has one, and sends its answer with the form.
 * @param {HTMLFormElement} form
 */
const usePasskey = async (form) => {
  const problem = form.querySelector("[role=alert]");
  problem.hidden = true;
  try {
    const { challenge, options } = await passkeyQuestion(form);
    const publicKey =
      form.dataset.passkey == "create"
        ? PublicKeyCredential.parseCreationOptionsFromJSON(options.publicKey)
        : PublicKeyCredential.parseRequestOptionsFromJSON(options.publicKey);
    const credential = await navigator.credentials[form.dataset.passkey]({ publicKey });
    form.elements.challenge.value = challenge;
    form.elements.answer.value = JSON.stringify(credential);
    form.submit();
  } catch {
    // Whoever cancels the browser's question gets here, too.
    problem.textContent = "The browser gave no passkey. Try again.";
    problem.hidden = false;
    delete form.dataset.sent;
  }
};

// A form that was sent is not sent again by a second click.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent || form.dataset.passkey) event.preventDefault();
  if (form.dataset.passkey && !form.dataset.sent) usePasskey(form);
  form.dataset.sent = "1";
});

// A page that comes back from the browser's memory may be sent again.
addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});

enliven(document);
