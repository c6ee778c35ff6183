/**
 * Divides items between the event loop and threads. The event loop first handles `own`, which threads must not take,
 * and then `others` from the front; threads take `others` from the back. Resolves with false as soon as the event loop
 * cannot handle an item.
 *
 * @param elsewhere has a thread handle an item; resolves with whether that was possible
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
  // If the event loop fails, nobody awaits the threads.
  asked.catch(() => undefined);
  if (!((await working([...own])) && (await working(left)))) return false;
  await asked;
  return await working(left);
}
