/** Browsers do not make elements higher than some 17 million pixels. */
const MOST_HEIGHT = 8_000_000;
const HEADER = 34;

/** A row that is seen, with its place in the element that scrolls. */
interface SeenRow {
  readonly index: number;
  readonly top: number;
}

/**
 * Which of many rows are seen. If all of them would be higher than browsers allow, the way of the scroll bar stands for
 * a longer one.
 */
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

  /** How many rows fit. */
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

  /** Scrolls until a row is seen. */
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

  /** How far the bar goes, and how many rows that stands for. */
  get #way(): { readonly pixels: number; readonly rows: number } {
    return {
      pixels: Math.max(1, this.#height - this.#window),
      rows: Math.max(0, this.#count - this.#window / this.#rowHeight),
    };
  }

  /** The first row that is seen, with the part of it that is not. */
  get #first(): number {
    const { pixels, rows } = this.#way;
    return Math.max(0, Math.min(rows, (this.#scroller.scrollTop / pixels) * rows));
  }

  #scrollTo(first: number): void {
    const { pixels, rows } = this.#way;
    this.#scroller.scrollTop = rows === 0 ? 0 : (first / rows) * pixels;
  }
}
