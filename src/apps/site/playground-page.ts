/** The playground stands in a folder of the site. */
export const PLAYGROUND = "playground/index.html";
