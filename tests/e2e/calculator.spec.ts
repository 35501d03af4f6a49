import { expect, test } from '../support/site.ts';
import { home } from '../support/words.ts';

const { calculator } = home.benefits;

test.use({ splashSeen: true });
test.skip(!calculator, 'the content has no calculator');

test('a visitor works out what missed calls may be worth, with figures up to a limit', async ({ page }) => {
  await page.goto('/');
  const benefits = page.getByRole('region', { name: home.benefits.heading });
  const result = benefits.getByRole('status');
  await expect(result).toContainText(calculator!.exampleLabel);
  const fields = benefits.getByRole('textbox');
  const [missedCalls, jobsOfTen, averageJob] = [0, 1, 2].map((index) => fields.nth(index));
  await missedCalls!.fill('20');
  await jobsOfTen!.fill('12');
  await averageJob!.fill('$1,000');
  const places = () => fields.evaluateAll((all) => all.map((field) => field.getBoundingClientRect().x));
  const withMessage = await places();
  await expect(jobsOfTen!).toHaveAccessibleDescription(`${calculator!.problem} 10.`);
  await expect(result).toContainText(calculator!.exampleLabel);
  await jobsOfTen!.fill('3');
  expect(await places(), 'a message moves no field').toEqual(withMessage);
  await expect(result, 'half of it, and all of it').toContainText('$13,000 to $26,000');
  await expect(result).not.toContainText(calculator!.exampleLabel);
  const formula = benefits.getByText('20 × 52 ÷ 12 × 3 ÷ 10 × $1,000 = $26,000');
  await expect(formula).toBeHidden();
  await benefits.getByText(calculator!.formulaLabel).click();
  await expect(formula).toBeVisible();
  await expect(jobsOfTen!).toHaveAccessibleDescription('');
  const demoLink = benefits.getByRole('link', { name: calculator!.demoLabel });
  await expect(demoLink).toHaveAttribute('href', '/request-demo');
});
