import type { Page } from '@playwright/test'
import { confirm, confirmWhereAsked } from './support/money'
import { accessToken, decide, fromAccountMenu, okay, operator, signIn, somebody, submitted, verifyPhone, type Person } from './support/people'
import { linkIn, type MailSink } from './support/smtp'
import { expect, expectAccessible, test } from './support/test'
import { ports } from '../playwright.config'

const NEW_IBAN = 'NL91ABNA0417164300'

/** Invites somebody from the company screen, and confirms who does. */
async function invite(page: Page, by: Pick<Person, 'password'>, email: string, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite a colleague' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Role', { exact: true }).selectOption({ label: role })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await confirmWhereAsked(page, by, page.getByRole('list', { name: 'Invitations' }).getByText(email))
}

/** Follows the mailed link and joins with a new account, up to the phone. */
async function join(page: Page, person: Person, mails: MailSink): Promise<void> {
  const mail = await mails.waitFor(person.email, /invited/)
  expect(mail.text).toContain('Mühle Brandt GmbH')
  await page.goto(linkIn(mail))
  await expect(page.getByRole('heading', { name: 'Join Mühle Brandt GmbH' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('First name').fill(person.fname)
  await page.getByLabel('Last name').fill(person.lname)
  await page.getByLabel('Country').selectOption(person.country)
  await page.getByLabel('Mobile phone').fill(person.phone)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await expect(page).toHaveURL(/verify-phone/)
  await verifyPhone(page, person)
  await expect(page).toHaveURL(/dashboard/)
  await okay(page)
}

test('a company becomes a team: two join, a viewer reads who can, and another bank account takes two people', async ({ page, elsewhere, mails, sooner }) => {
  // Three people, each with a phone and a mailbox.
  test.slow()
  const ada = await submitted(mails)
  const olga = await operator(sooner)
  await decide(olga, ada, 1, 'approve', {})
  const [vera, pete] = [somebody('Vera', 'Lang'), somebody('Pete', 'Jansen')]

  await test.step('the owner invites two colleagues', async () => {
    await signIn(page, ada)
    await okay(page)
    await page.goto('/company')
    await expect(page.getByRole('list', { name: 'Team' })).toContainText('Ada Brandt')
    await invite(page, ada, vera.email, 'Viewer')
    await invite(page, ada, pete.email, 'Preparer')
  })

  await test.step('both follow their links; the second one may name buyers', async () => {
    await join(elsewhere, pete, mails)
    await elsewhere.goto('/buyers')
    await expect(elsewhere.getByRole('heading', { level: 1, name: 'Buyers' })).toBeVisible()
    await expect(elsewhere.getByText('You can ask:')).toHaveCount(0)
    await fromAccountMenu(elsewhere, 'Sign out')
    await expect(elsewhere).toHaveURL(/sign-in/)
    await join(elsewhere, vera, mails)
    expect((await mails.waitFor(ada.email, /joined your company/)).text).toContain('accepted the invitation')
  })

  await test.step('the viewer is told who can', async () => {
    await elsewhere.goto('/buyers')
    await expect(elsewhere.getByText('You can ask:')).toBeVisible()
    await expect(elsewhere.getByText('(Owner)')).toBeVisible()
    await expect(elsewhere.getByRole('button', { name: 'Add buyer' })).toHaveCount(0)
    await expectAccessible(elsewhere)
    await elsewhere.goto('/company')
    await expect(elsewhere.getByRole('list', { name: 'Team' })).toContainText('Vera Lang')
    await expect(elsewhere.getByRole('button', { name: 'Invite a colleague' })).toHaveCount(0)
    await expect(elsewhere.getByRole('button', { name: 'Change bank account' })).toHaveCount(0)
    await expectAccessible(elsewhere)
  })

  await test.step('the owner changes the bank account, and confirms who they are on the way', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Change bank account' }).click()
    await page.getByRole('textbox', { name: 'IBAN' }).fill('NL91 ABNA 0417 1643 00')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send for approval' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    await dialog.getByLabel('Password', { exact: true }).fill('not the password')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByText('This password is wrong.')).toBeVisible()
    await dialog.getByLabel('Password', { exact: true }).fill(ada.password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    // What was being done goes on by itself.
    await expect(page.getByText('A new bank account is waiting for approval')).toBeVisible()
    await expectAccessible(page)
    await mails.waitFor(ada.email, /bank account is to change/)
  })

  await test.step('an operator approves it, and it counts', async () => {
    await fromAccountMenu(elsewhere, 'Sign out')
    await expect(elsewhere).toHaveURL(/sign-in/)
    await signIn(elsewhere, olga)
    await expect(elsewhere).toHaveURL(/desk|review|approvals/)
    await elsewhere.goto('/approvals')
    await elsewhere.getByRole('button', { name: /^Approve: .*Mühle Brandt GmbH/ }).first().click()
    const dialog = elsewhere.getByRole('dialog', { name: 'Approve change' })
    await expect(dialog).toContainText('NL91')
    await dialog.getByRole('button', { name: 'Approve change' }).click()
    await confirm(elsewhere, olga)
    await expect(elsewhere.getByText('Approved and in effect.')).toBeVisible()
    await mails.waitFor(ada.email, /bank account has changed/)
    await page.reload()
    await expect(page.getByText('A new bank account is waiting for approval')).toHaveCount(0)
    const answer = await fetch(`http://localhost:${ports.api}/semi-private/bank-account`, { headers: { authorization: `Bearer ${await accessToken(ada)}` } })
    expect(((await answer.json()) as { data: { bankAccount: { iban: string } } }).data.bankAccount.iban).toBe(NEW_IBAN)
  })

  await test.step('who is removed is signed out at once', async () => {
    await page.getByRole('button', { name: 'Remove Vera Lang' }).click()
    await page.getByRole('group', { name: 'Remove Vera Lang' }).getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('list', { name: 'Team' })).not.toContainText('Vera Lang')
    await mails.waitFor(vera.email, /no longer belong/)
  })
})
