/* A hook for `import`: what a script imports gets the same query as the script, so that a new query starts all of them
   anew. */

export const resolve = async (specifier, context, next) => {
  const found = await next(specifier, context);
  const { search } = new URL(context.parentURL ?? found.url);
  const isOurs = specifier.startsWith(".") && context.parentURL?.includes("/host/");
  return isOurs && search ? { ...found, url: found.url + search } : found;
};
