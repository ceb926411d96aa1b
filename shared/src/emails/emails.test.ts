import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../i18n/t.ts';
import { type EmailName, emails, renderEmail } from './index.ts';

const HOSTILE = '"><img src=x onerror=alert(1)>\r\nBcc: everybody@example.test';
const PEOPLE = { url: 'https://diorama.test/en/people-and-settings?tab=people&q=1' };
const PROPS: Record<EmailName, Record<string, unknown>> = {
  referral: { referrerName: HOSTILE, url: 'https://diorama.test/en/sign-up?referrer=1' },
  'comment-mention': {
    author: HOSTILE,
    scene: HOSTILE,
    text: HOSTILE,
    url: 'https://diorama.test/en/builder/1?comment=2',
  },
  'comment-digest': {
    remarks: [{ author: HOSTILE, scene: HOSTILE, text: HOSTILE, isReply: true }],
    count: 3,
    url: 'https://diorama.test/en/comments',
  },
  confirm: { name: HOSTILE, url: 'https://diorama.test/en/confirm-email/1/2' },
  'email-change': { name: HOSTILE, url: 'https://diorama.test/en/confirm-email/1/2' },
  'email-changed': { name: HOSTILE, email: HOSTILE, url: 'https://diorama.test/en/login' },
  'export-ready': { name: HOSTILE, size: '2 MB', url: 'https://diorama.test/api/exports/1' },
  'workspace-export-ready': {
    name: HOSTILE,
    workspace: HOSTILE,
    size: '2 MB',
    url: 'https://diorama.test/api/exports/1',
  },
  overflow: {
    personName: HOSTILE,
    sceneName: HOSTILE,
    workspace: HOSTILE,
    url: 'https://diorama.test/en/people-and-settings/billing',
  },
  receipt: {
    workspace: HOSTILE,
    plan: 'Pro',
    number: 'INV-2026-000001',
    total: '$50.00',
    discount: { code: 'WELCOME', amount: '$10.00' },
    url: 'https://diorama.test/en/people-and-settings/billing',
  },
  refund: {
    workspace: HOSTILE,
    plan: 'Pro',
    number: 'CN-2026-000001',
    total: '$50.00',
    url: 'https://diorama.test/en/people-and-settings/billing',
  },
  'renewal-failed': {
    workspace: HOSTILE,
    plan: 'Pro',
    next: 'Mar 4, 2026',
    ends: 'Mar 10, 2026',
    url: 'https://diorama.test/en/people-and-settings/billing',
  },
  'payment-held': {
    workspace: HOSTILE,
    why: 'refund',
    taken: '$40.00',
    order: '01900000-0000-7000-8000-000000000001',
    url: 'https://diorama.test/en/people-and-settings/billing',
  },
  'order-held': {
    workspace: HOSTILE,
    why: 'amount',
    taken: '$40.00',
    order: '01900000-0000-7000-8000-000000000001',
    url: 'https://diorama.test/en/operators?tab=payments&state=held',
  },
  'card-expires': {
    workspace: HOSTILE,
    last4: '4242',
    month: 'December 2026',
    renews: 'Mar 4, 2027',
    url: 'https://diorama.test/en/people-and-settings/billing',
  },
  'plan-ended': { workspace: HOSTILE, url: 'https://diorama.test/en/people-and-settings/billing' },
  'workspace-suspended': { workspace: HOSTILE, reason: HOSTILE, url: 'https://diorama.test/en/scenes/all' },
  'workspace-reactivated': { workspace: HOSTILE, url: 'https://diorama.test/en/scenes/all' },
  'password-changed': { name: HOSTILE, url: 'https://diorama.test/en/reset-password/request' },
  'storage-full': {
    workspace: HOSTILE,
    used: '2 GB',
    available: '2 GB',
    url: 'https://diorama.test/en/people-and-settings/billing',
  },
  'storage-overdue': {
    workspace: HOSTILE,
    used: '3 GB',
    available: '2 GB',
    date: 'Mar 4, 2026',
    isOver: false,
    url: 'https://diorama.test/en/storage',
  },
  'storage-warning': {
    workspace: HOSTILE,
    used: '1.9 GB',
    available: '2 GB',
    url: 'https://diorama.test/en/people-and-settings/billing',
  },
  'referral-joined': {
    name: HOSTILE,
    friendName: HOSTILE,
    bonus: 250_000_000,
    earned: 500_000_000,
    ...PEOPLE,
  },
  invitation: {
    inviterName: HOSTILE,
    subject: 'compositions',
    entityName: HOSTILE,
    others: 2,
    permission: 'edit',
    url: 'https://diorama.test/es/accept-invitation/1',
  },
  'invitation-accepted': { personName: HOSTILE, email: HOSTILE, entityName: HOSTILE, ...PEOPLE },
  'access-request': { personName: HOSTILE, email: HOSTILE, entityName: HOSTILE, ...PEOPLE },
  'request-granted': { granterName: HOSTILE, entityName: HOSTILE, ...PEOPLE },
  'request-declined': { name: HOSTILE, ...PEOPLE },
  'password-reset': { name: HOSTILE, url: 'https://diorama.test/en/reset-password/1/2' },
  support: {
    name: HOSTILE,
    email: 'ada@example.test',
    userId: null,
    message: HOSTILE,
    page: HOSTILE,
    order: null,
    requestId: null,
    url: 'https://diorama.test',
  },
};

describe('mails', () => {
  it.each(emails.flatMap(({ name }) => LANGUAGES.map((language) => [name, language] as const)))(
    '%s in %s says the same in text and HTML and stays inert',
    (name, language) => {
      const mail = renderEmail(name, language, PROPS[name]);
      expect(mail.subject).not.toMatch(/[\r\n]/);
      expect(mail.html).not.toContain('<img');
      expect(mail.html).toContain(`lang="${language}"`);
      const url = String(PROPS[name].url);
      expect(mail.text).toContain(url);
      expect(mail.html).toContain(url.replaceAll('&', '&#38;'));
    },
  );

  it('differs by language', () => {
    const [english, spanish] = LANGUAGES.map((language) => renderEmail('referral', language, PROPS.referral));
    expect(english?.subject).not.toBe(spanish?.subject);
  });

  it('joins the preposition to the article where Spanish does', () => {
    const subjectOf = (subject: string) =>
      renderEmail('invitation', 'es', { ...PROPS.invitation, entityName: 'Taller', subject }).subject;
    expect(subjectOf('projects')).toMatch(/te invita al proyecto «Taller»$/);
    expect(subjectOf('accounts')).toMatch(/te invita al espacio de trabajo «Taller»$/);
    expect(subjectOf('compositions')).toMatch(/te invita a la escena «Taller»$/);
  });

  it.each([
    ['en', 'active', 'We received $50.00 for Pro', 'The plan is active'],
    ['en', 'waiting', 'We received $50.00 for Pro', 'is being activated'],
    ['en', 'returned', 'comes back to you', 'We give back all of it'],
    ['en', 'free', 'Nothing was charged', 'The plan is active'],
    ['es', 'active', 'Hemos recibido $50.00 por Pro', 'El plan está activo'],
    ['es', 'waiting', 'Hemos recibido $50.00 por Pro', 'se está activando'],
    ['es', 'returned', 'Te devolvemos tu pago', 'Lo devolvemos todo'],
    ['es', 'free', 'No se ha cobrado nada', 'El plan está activo'],
  ] as const)(
    'says in %s of a receipt whose plan is %s what became of it',
    (language, outcome, money, plan) => {
      const { text } = renderEmail('receipt', language, { ...PROPS.receipt, outcome });
      expect(text).toContain(money);
      expect(text).toContain(plan);
      expect(/is active|está activo/.test(text)).toBe(outcome === 'active' || outcome === 'free');
    },
  );

  it('refuses props that are not its own', () => {
    expect(() => renderEmail('referral', 'en', { url: 'no address' })).toThrow();
    expect(() => renderEmail('no-such-mail', 'en', {})).toThrow('no-such-mail');
  });
});
