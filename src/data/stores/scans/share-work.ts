/**
 * Has the event loop and threads work on items. The event loop begins with its own, which it does not leave to threads;
 * these begin at the end of the others. Returns false as soon as the event loop cannot do something.
 *
 * @param elsewhere has a thread work on an item; it returns whether that was possible
 */
export async function shareWork<Item>(
  own: readonly Item[],
  others: readonly Item[],
  threads: number,
  here: (item: Item) => Promise<boolean>,
  elsewhere: (item: Item) => Promise<boolean>,
): Promise<boolean> {
  const left = [...others];
  const asking = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      if (await elsewhere(one)) continue;
      left.push(one);
      return;
    }
  };
  const working = async (items: Item[]): Promise<boolean> => {
    for (let one = items.shift(); one !== undefined; one = items.shift()) {
      if (!(await here(one))) return false;
    }
    return true;
  };
  const asked = Promise.all(Array.from({ length: threads }, asking));
  // If something cannot be done here, nobody waits for the threads.
  asked.catch(() => undefined);
  if (!((await working([...own])) && (await working(left)))) return false;
  await asked;
  return await working(left);
}
