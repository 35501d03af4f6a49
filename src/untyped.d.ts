// Packages without types.
declare module 'subset-font';
declare module 'turndown';
declare module 'lucide-static/icon-nodes.json' {
  const iconNodes: Record<string, [shape: string, attributes: Record<string, string>][]>;
  export default iconNodes;
}
