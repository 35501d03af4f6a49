// Packages without types.
declare module 'subset-font';
declare module 'turndown';
