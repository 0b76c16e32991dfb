import type { Page } from '@playwright/test'
import { confirm } from './support/money'
import { operator, signIn, signInToQueue, signOut, submitted } from './support/people'
import { expect, expectAccessible, test } from './support/test'

test.use({ environment: { SOONER_FOUR_EYES: 'true' } })

/** The places of the back office; on a wide screen they stand at the side. */
const rail = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })

test('two admins change who may do what, and an auditor looks on', async ({ page, elsewhere, mails, sooner }) => {
  const olga = await operator(sooner)
  const [omar, rita] = [await operator(sooner, 'Omar Haddad', 'admin'), await operator(sooner, 'Rita Groß', 'auditor')]
  const ada = await submitted(mails)

  await test.step('the first operator, who has every role, proposes one for the second', async () => {
    await signIn(page, olga)
    await expect(page).toHaveURL(/\/(desk|review)$/)
    await rail(page).getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Change roles: Omar Haddad' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change Omar Haddad’s roles' })
    await dialog.getByRole('checkbox', { name: 'Reviewer' }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Change roles' }).click()
    await confirm(page, olga)
    await expect(page.getByText(/Nothing has changed yet/)).toBeVisible()
    await expect(page.getByText(/A change to Reviewer, Admin waits for approval/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('who proposed it cannot approve it, and reads who can', async () => {
    await page.getByRole('link', { name: 'Show approvals' }).click()
    await expect(page.getByRole('heading', { name: 'Change Omar Haddad’s roles' })).toBeVisible()
    await expect(page.getByText('You proposed this, so another person has to approve it.')).toBeVisible()
    await expect(page.getByText('Who can: Omar Haddad.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('the second one begins where something waits, and approves it', async () => {
    await signIn(elsewhere, omar)
    await expect(elsewhere).toHaveURL(/\/approvals$/)
    await expect(rail(elsewhere).getByRole('link', { name: 'Applications' })).toHaveCount(0)
    await expect(rail(elsewhere).getByRole('link', { name: /^Approvals.*1 change waits for your approval/ })).toBeVisible()
    await elsewhere.getByRole('button', { name: 'Approve: Change Omar Haddad’s roles' }).click()
    const dialog = elsewhere.getByRole('dialog', { name: 'Approve change' })
    await expect(dialog).toContainText('Reviewer')
    await expectAccessible(elsewhere)
    await dialog.getByRole('button', { name: 'Approve change' }).click()
    await confirm(elsewhere, omar)
    await expect(elsewhere.getByText('Approved and in effect.')).toBeVisible()
    await expectAccessible(elsewhere)
  })

  await test.step('the role counts: the queue is there, and the badge is gone', async () => {
    await rail(elsewhere).getByRole('link', { name: 'Applications' }).click()
    await expect(elsewhere.locator('[data-list-item]')).toHaveCount(1)
    await expect(rail(elsewhere).getByRole('link', { name: 'Approvals', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Decided' }).click()
    await expect(page.getByText(/^Decided by Omar Haddad/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('an auditor reads a case, and finds nothing to decide', async () => {
    await signOut(elsewhere)
    await signInToQueue(elsewhere, rita)
    await expect(elsewhere.getByText(/You can look but not decide. Your roles: Auditor\./)).toBeVisible()
    await expect(elsewhere.getByRole('checkbox')).toHaveCount(0)
    await expectAccessible(elsewhere)
    await elsewhere.locator('[data-list-item]').click()
    await expect(elsewhere.getByText(`${ada.fname} ${ada.lname}`).first()).toBeVisible()
    await expect(elsewhere.getByText(/Who can: Olga Reyes, Omar Haddad\./)).toBeVisible()
    for (const name of ['Assign to me', 'Approve', 'Disapprove', 'Request documents', 'Accept', 'Reject']) await expect(elsewhere.getByRole('button', { name, exact: true })).toHaveCount(0)
    await expectAccessible(elsewhere)
  })

  await test.step('and sees the operators, with nothing to change', async () => {
    await elsewhere.goto('/settings')
    await expect(elsewhere.getByText('Only admins change roles: Olga Reyes, Omar Haddad.')).toBeVisible()
    await expect(elsewhere.getByRole('main').getByRole('button')).toHaveCount(0)
    await expectAccessible(elsewhere)
  })
})
