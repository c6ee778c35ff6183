/** Browsers limit the height of elements to some 17 million pixels. */
const MOST_HEIGHT = 8_000_000;
const HEADER = 34;

/** A visible row, with its position in the scrolling element. */
interface SeenRow {
  readonly index: number;
  readonly top: number;
}

/** The visible rows of a long list. If the list would be higher than browsers allow, scroll positions are scaled. */
export class ScrolledRows {
  readonly #scroller: HTMLElement;
  readonly #body: HTMLElement;
  readonly #rowHeight: number;
  #count = 0;

  constructor(scroller: HTMLElement, body: HTMLElement, rowHeight: number, draw: () => void) {
    this.#scroller = scroller;
    this.#body = body;
    this.#rowHeight = rowHeight;
    let isWaiting = false;
    const drawSoon = (): void => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        draw();
      });
    };
    scroller.addEventListener("scroll", drawSoon, { passive: true });
    new ResizeObserver(drawSoon).observe(scroller);
  }

  set count(count: number) {
    this.#count = count;
    this.#body.style.height = `${this.#height}px`;
  }

  /** The number of rows that fit into the view. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.#window / this.#rowHeight));
  }

  get seen(): readonly SeenRow[] {
    const first = this.#first;
    const from = Math.max(0, Math.floor(first));
    const to = Math.min(this.#count, Math.ceil(first) + this.pageRows + 2);
    const { scrollTop } = this.#scroller;
    return Array.from({ length: Math.max(0, to - from) }, (_, seen) => ({
      index: from + seen,
      top: Math.round(scrollTop + (from + seen - first) * this.#rowHeight),
    }));
  }

  /** Scrolls until a row is visible. */
  show(index: number): void {
    const first = this.#first;
    if (index < first) this.#scrollTo(index);
    else if (index > first + this.pageRows - 1) this.#scrollTo(index - this.pageRows + 1);
  }

  get #window(): number {
    return Math.max(0, this.#scroller.clientHeight - HEADER);
  }

  get #height(): number {
    return Math.min(MOST_HEIGHT, this.#count * this.#rowHeight);
  }

  /** The length of the scroll range in pixels, and in rows. */
  get #way(): { readonly pixels: number; readonly rows: number } {
    return {
      pixels: Math.max(1, this.#height - this.#window),
      rows: Math.max(0, this.#count - this.#window / this.#rowHeight),
    };
  }

  /** The first visible row, including the hidden fraction of it. */
  get #first(): number {
    const { pixels, rows } = this.#way;
    return Math.max(0, Math.min(rows, (this.#scroller.scrollTop / pixels) * rows));
  }

  #scrollTo(first: number): void {
    const { pixels, rows } = this.#way;
    this.#scroller.scrollTop = rows === 0 ? 0 : (first / rows) * pixels;
  }
}
