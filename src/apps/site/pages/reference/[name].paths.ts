import { functionPages } from "../../function-pages.ts";

/** The page of all functions, and a page for each. */
export default { paths: functionPages };
