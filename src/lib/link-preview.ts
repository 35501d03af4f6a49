/** Size that link previews expect of `og:image`, in pixels. */
export const LINK_PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** Where the preview picture of a page is. */
export const linkPreviewPath = (page: string): string => `/og${page === '/' ? '/home' : page}.png`;
