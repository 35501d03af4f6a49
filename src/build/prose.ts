import { markdownToMdast, type MdastNode } from 'satteri';

/** What a longer text may consist of: paragraphs, lists, emphasis and links. */
export type ProseNode =
  | { type: 'text'; value: string }
  | { type: 'break' }
  | { type: 'paragraph' | 'strong' | 'emphasis' | 'listItem'; children: ProseNode[] }
  | { type: 'list'; ordered: boolean; start: number; children: ProseNode[] }
  | { type: 'link'; url: string; children: ProseNode[] };

/** What an editor reads about a part of the text that is refused, and its line in the text, counted from 1. */
export interface ProseMistake {
  message: string;
  line: number;
}

const REFUSED: Partial<Record<string, string>> = {
  heading: 'has a heading. Begin a new paragraph instead.',
  image: 'has a picture. This text takes words, lists and links.',
  imageReference: 'has a picture. This text takes words, lists and links.',
  html: 'has HTML or a script. This text takes words, lists and links: **bold**, *italic*, [words](/page).',
  code: 'has code, or a line that begins with four spaces. Take the spaces or the marks out.',
  inlineCode: 'has code between ` marks. Take the marks out.',
  thematicBreak: 'has a line across. Begin a new paragraph instead.',
  blockquote: 'has a quotation that begins with >. Put it between quotation marks instead.',
  table: 'has a table. Write a list instead.',
  delete: 'has struck-out words between ~ marks. Take them out.',
};

/**
 * Reads Markdown into the parts that the site has a look for. Everything else is a mistake, and so is a link that
 * leads nowhere: to a page that is not among `pages`, or elsewhere than to https or an e-mail address.
 */
export function readProse(
  markdown: string,
  pages: readonly string[],
): { nodes: ProseNode[]; mistakes: ProseMistake[] } {
  const mistakes: ProseMistake[] = [];

  function childrenOf(node: MdastNode): ProseNode[] {
    return 'children' in node ? (node.children as MdastNode[]).flatMap(read) : [];
  }

  function read(node: MdastNode): ProseNode[] {
    switch (node.type) {
      case 'text':
        return [{ type: 'text', value: node.value }];
      case 'break':
        return [{ type: 'break' }];
      case 'paragraph':
      case 'strong':
      case 'emphasis':
      case 'listItem':
        return [{ type: node.type, children: childrenOf(node) }];
      case 'list':
        return [
          {
            type: 'list',
            ordered: node.ordered === true,
            start: node.start ?? 1,
            children: childrenOf(node),
          },
        ];
      case 'link': {
        const fault = linkFault(node.url, pages);
        if (fault) refuse(node, fault);
        return [{ type: 'link', url: node.url, children: childrenOf(node) }];
      }
      default:
        refuse(
          node,
          REFUSED[node.type] ?? 'has Markdown that this text does not take. Write it as plain words.',
        );
        return [];
    }
  }

  function refuse(node: MdastNode, message: string): void {
    mistakes.push({ message, line: node.position?.start.line ?? 1 });
  }

  const tree = markdownToMdast(markdown, { features: { frontmatter: false } });
  return { nodes: childrenOf(tree), mistakes };
}

function linkFault(url: string, pages: readonly string[]): string | undefined {
  if (/^mailto:\S+@\S+$|^mailto:\{email\}$/.test(url)) return undefined;
  if (url.startsWith('https://') && URL.canParse(url)) return undefined;
  if (pages.includes(url)) return undefined;
  return url.startsWith('/')
    ? `links to ${url}, which is not a page of this site. The pages are: ${pages.join(', ')}.`
    : `links to "${url}". A link leads to a page such as /request-demo, to https://… or to mailto:{email}.`;
}
