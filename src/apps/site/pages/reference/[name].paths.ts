import { functionPages } from "../../function-pages.ts";

/** The index of all functions, and a page for each. */
export default { paths: functionPages };
