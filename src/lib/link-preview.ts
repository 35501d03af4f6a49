/** Size that link previews expect of `og:image`, in pixels. */
export const LINK_PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** The name of a page's link preview, which is at `/og/NAME.png`. */
export const linkPreviewName = (path: string): string => path.slice(1) || 'home';
