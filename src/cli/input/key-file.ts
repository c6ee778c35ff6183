/** The option that names the file of keys. */
export const KEY_FILE_OPTION = {
  type: "text",
  value: "file",
  isFile: true,
  default: "keys.json",
  description: "The file of keys.",
} as const;
