/** Bytes that are invalid in the encoding of the file. The reader of the text adds the line. */
export class InvalidText extends Error {
  override readonly name = "InvalidText";
}
