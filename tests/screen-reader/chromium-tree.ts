import type { CDPSession, Page } from '@playwright/test';
import type { AccessibleNode } from './desktop.ts';

type AXNode = Awaited<ReturnType<typeof readNodes>>[number];

const ROLES = new Set([
  'heading',
  'textbox',
  'checkbox',
  'banner',
  'navigation',
  'main',
  'region',
  'form',
  'contentinfo',
]);

const readNodes = async (session: CDPSession) => (await session.send('Accessibility.getFullAXTree')).nodes;

/** A node and all its descendants, in document order. */
const walk = (node: AXNode, byId: ReadonlyMap<string, AXNode>): AXNode[] => [
  node,
  ...(node.childIds ?? []).flatMap((id) => {
    const child = byId.get(id);
    return child ? walk(child, byId) : [];
  }),
];

function describe({ role, name, description, properties = [] }: AXNode): AccessibleNode {
  const property = (wanted: string) => properties.find((one) => one.name === wanted)?.value.value as unknown;
  return {
    role: String(role?.value),
    name: String(name?.value ?? ''),
    description: String(description?.value ?? ''),
    level: Number(property('level') ?? 0),
    required: property('required') === true,
    invalid: property('invalid') === 'true',
  };
}

/** The headings, landmarks and form controls of a page, as Chromium exposes them. */
export async function readChromiumTree(page: Page): Promise<AccessibleNode[]> {
  const nodes = await readNodes(await page.context().newCDPSession(page));
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  return walk(nodes[0]!, byId)
    .filter(({ ignored }) => !ignored)
    .map(describe)
    .filter(({ role }) => ROLES.has(role));
}
