import { newPerson, serviceClient, submitRequest } from '../support/prospect.ts';
import { expect, test } from '../support/site.ts';

test('the evidence of a request has the words of the consent that the prospect saw', async ({ page }) => {
  const person = newPerson();
  await page.goto('/request-demo');
  const consent = page.locator('label').filter({ has: page.getByRole('checkbox') });
  const words = await consent.innerText();
  await submitRequest(page, person);
  const found = await serviceClient.rpc('find_demo_requests', { person: person.email }).throwOnError();
  const { id: request_id } = found.data[0]!;
  const { data: evidence } = await serviceClient.rpc('demo_request_evidence', { request_id }).throwOnError();
  expect(evidence).toMatchObject({ words });
});
