/** The path of the playground within the site. */
export const PLAYGROUND = "playground/index.html";
