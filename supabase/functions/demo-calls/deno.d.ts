/** What `index.ts` uses of Deno, for the types of `npm run check:code`; `deno check` has Deno's own. */
declare const Deno: {
  readonly env: { toObject(): Record<string, string> };
  serve(answer: (request: Request) => Response | Promise<Response>): unknown;
};
