// Packages without types.
declare module 'fontverter';
declare module 'subset-font';
declare module 'turndown';
