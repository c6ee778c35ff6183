import { expect, it } from "vitest";
import { FileWatch } from "../../../../src/data/stores/memory/file-watch.ts";
import { ManualClock } from "../../../harness/manual-clock.ts";

const PATHS = ["/cars/a.ndjson", "/cars/b.ndjson", "/lists/c.ndjson"];

/** A watch whose folders and time the test moves. */
function watched(): {
  readonly watch: FileWatch;
  readonly clock: ManualClock;
  readonly looks: () => number;
  /** By the folders that are watched: what the system calls. */
  readonly folders: Map<string, { readonly onChange: () => void; readonly onError: () => void }>;
} {
  const clock = new ManualClock();
  const folders: ReturnType<typeof watched>["folders"] = new Map();
  let looks = 0;
  const watch = new FileWatch(PATHS, () => looks++, {
    clock,
    watchFolder: (folder, onChange, onError) => {
      folders.set(folder, { onChange, onError });
      return { close: () => folders.delete(folder) };
    },
  });
  return { watch, clock, looks: () => looks, folders };
}

it("a file is looked at some time after the last sign of a change in its folder", () => {
  const { clock, looks, folders } = watched();
  expect([...folders.keys()]).toEqual(["/cars", "/lists"]);
  folders.get("/cars")?.onChange();
  clock.advance(99);
  folders.get("/lists")?.onChange();
  clock.advance(99);
  expect(looks()).toBe(0);
  clock.advance(1);
  expect(looks()).toBe(1);
});

it("a file is looked at every second where nothing tells of changes", () => {
  const { clock, looks, folders } = watched();
  folders.get("/cars")?.onError();
  expect(folders.size).toBe(0);
  clock.advance(3_500);
  expect(looks()).toBe(3);
});

it("a file is looked at every second if its folder cannot be watched", () => {
  const clock = new ManualClock();
  let looks = 0;
  const watchFolder = (): never => {
    throw new Error("there are too many watchers");
  };
  new FileWatch(PATHS, () => looks++, { clock, watchFolder });
  clock.advance(1_000);
  expect(looks).toBe(1);
});

it("a watch that is closed watches nothing, and has no timer", () => {
  const { watch, clock, folders } = watched();
  folders.get("/cars")?.onChange();
  watch.close();
  expect([folders.size, clock.timers]).toEqual([0, 0]);
});
