// What these packages have no types for.
declare module 'subset-font';
declare module 'turndown';
declare module 'lucide-static/icon-nodes.json' {
  const iconNodes: Record<
    import('./pictures/icon-names').IconName,
    [shape: string, attributes: Record<string, string>][]
  >;
  export default iconNodes;
}
