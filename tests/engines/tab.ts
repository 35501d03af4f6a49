/** The interface of a browser for the journeys, independent of its driver. An element is named by an XPath expression. */
export interface Tab {
  /** Resolves when the page has loaded. */
  readonly goto: (address: string) => Promise<unknown>;
  /** Runs a function in the page. It may use nothing but its argument; argument and result must be JSON values. */
  readonly evaluate: <A, R>(work: (argument: A) => R, argument: A) => Promise<R>;
  /** Clicks an element as soon as it can be clicked, scrolled into view. */
  readonly click: (element: string) => Promise<unknown>;
  readonly type: (element: string, text: string) => Promise<unknown>;
  readonly press: (key: 'Tab' | 'Enter' | 'Escape') => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

export const WINDOW_HEIGHT = 800;
