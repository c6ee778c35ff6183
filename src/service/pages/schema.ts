import type { Collection } from "../collection.ts";

/** The fields of each collection, as clients may use them. */
export function describeSchemas(collections: readonly Collection[]): object {
  return {
    collections: Object.fromEntries(
      collections.map(({ name, path, description, key, store: { schema } }) => [
        name,
        {
          path,
          ...(description === undefined ? {} : { description }),
          key: key.name,
          fields: [...schema.fields.values()],
        },
      ]),
    ),
  };
}
