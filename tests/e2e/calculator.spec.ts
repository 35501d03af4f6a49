/** The calculator in the benefits: what the visitor's own missed calls may be worth. */
import { expect, test } from '../support/site.ts';
import { home } from '../support/words.ts';

const { calculator } = home.benefits;

test.use({ splashSeen: true });
// The calculator is optional.
test.skip(!calculator, 'the content has no calculator');

test('a visitor works out what missed calls come to, and sees what a figure has to be', async ({ page }) => {
  await page.goto('/');
  const benefits = page.getByRole('region', { name: home.benefits.heading });
  const result = benefits.getByRole('status');
  await expect(result).toContainText(calculator!.exampleLabel);
  const [calls, jobs, average] = [0, 1, 2].map((index) => benefits.getByRole('textbox').nth(index));
  await calls!.fill('20');
  await jobs!.fill('12');
  await average!.fill('$1,000');
  await expect(jobs!).toHaveAccessibleDescription(`${calculator!.problem} 10.`);
  await expect(result).toContainText(calculator!.exampleLabel);
  await jobs!.fill('3');
  await expect(result).toContainText('$13,000 – $26,000');
  await expect(result).not.toContainText(calculator!.exampleLabel);
  await expect(benefits).toContainText('20 × 52 ÷ 12 × 3 ÷ 10 × $1,000 = $26,000');
  await expect(jobs!).toHaveAccessibleDescription('');
  const demoLink = benefits.getByRole('link', { name: calculator!.demoLabel });
  await expect(demoLink).toHaveAttribute('href', '/request-demo');
});
