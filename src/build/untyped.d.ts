// Packages without types.
declare module 'fontverter';
declare module 'subset-font';
