export { suggest } from "../util/suggest.ts";
