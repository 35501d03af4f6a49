import { words } from '@/copy/words';
import { pictureColor } from '@/pictures/picture-colors';

const icon = (size: number) => ({
  src: `/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose: 'any maskable', // has a margin for the crop (pictures/site-icons.ts)
});

export async function GET() {
  const { brand, tagline } = await words('site');
  const manifest = {
    name: brand,
    short_name: brand,
    description: tagline,
    start_url: '/',
    display: 'browser',
    background_color: pictureColor('surface'),
    theme_color: pictureColor('surface'),
    icons: [icon(192), icon(512)],
  };
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } });
}
