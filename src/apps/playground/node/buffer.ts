export { Buffer } from "buffer/";

const STRICT = new TextDecoder("utf-8", { fatal: true });

/** Whether bytes are UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    STRICT.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
