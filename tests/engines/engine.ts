/** What the journeys need of a browser, whatever drives it. */
export interface Engine {
  /** As a reader knows it, with its version. */
  readonly name: string;
  /** A window of a visitor who has never been here. */
  open: () => Promise<Tab>;
  close: () => Promise<void>;
}

export type Key = 'Tab' | 'Enter' | 'Escape' | 'Space';

export interface Tab {
  /** Resolves when the page has loaded. */
  goto: (address: string) => Promise<void>;
  /** Runs a function that knows nothing but its argument in the page; both ways only what JSON can carry. */
  evaluate: <A, R>(work: (argument: A) => R, argument: A) => Promise<R>;
  /** A real press of the pointer on what the selector finds first, scrolled into view. */
  click: (selector: string) => Promise<void>;
  /** Real key strokes into what the selector finds first. */
  type: (selector: string, text: string) => Promise<void>;
  press: (key: Key) => Promise<void>;
  close: () => Promise<void>;
}
