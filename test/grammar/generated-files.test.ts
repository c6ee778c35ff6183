import { expect, it } from "vitest";
import { generatedFiles } from "../../grammar/tools/generated-files.ts";

it.each(generatedFiles())("grammar/$path is what the generator writes", ({ current, content }) => {
  expect(current).toBe(content);
});
