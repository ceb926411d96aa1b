import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../i18n/t.ts';
import { emails } from './definitions.ts';
import { renderEmail } from './index.ts';
import { EMAIL_PROPS as PROPS } from './test/email-props.ts';

describe('mails', () => {
  it.each(emails.flatMap(({ name }) => LANGUAGES.map((language) => [name, language] as const)))(
    '%s in %s escapes its values and has the same link in text and HTML',
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

  it('differ by language', () => {
    const [english, spanish] = LANGUAGES.map((language) => renderEmail('referral', language, PROPS.referral));
    expect(english?.subject).not.toBe(spanish?.subject);
  });

  it('state whether an exported archive can be imported', () => {
    const text = (change: object) =>
      renderEmail('workspace-export-ready', 'en', { ...PROPS['workspace-export-ready'], ...change }).text;
    expect(text({})).toContain('It can be imported into any Diorama installation.');
    expect(text({ importLimit: undefined }), 'requested by an earlier release').toContain('can be imported');
    expect(text({ importLimit: '20 GB' })).toContain('It is larger than 20 GB');
    expect(text({ importLimit: '20 GB' })).not.toContain('It can be imported');
  });

  it('contract preposition and article in Spanish', () => {
    const subjectOf = (subject: string) =>
      renderEmail('invitation', 'es', { ...PROPS.invitation, entityName: 'Taller', subject }).subject;
    expect(subjectOf('projects')).toMatch(/te ha invitado al proyecto «Taller»$/);
    expect(subjectOf('accounts')).toMatch(/te ha invitado al espacio de trabajo «Taller»$/);
    expect(subjectOf('compositions')).toMatch(/te ha invitado a la escena «Taller»$/);
  });

  it.each([
    ['en', 'active', 'We received $50.00 for Pro', 'The plan is active'],
    ['en', 'waiting', 'We received $50.00 for Pro', 'is being activated'],
    ['en', 'returned', 'is being refunded', 'We are refunding it in full'],
    ['en', 'free', 'Nothing was charged', 'The plan is active'],
    ['es', 'active', 'Hemos recibido $50.00 por Pro', 'El plan está activo'],
    ['es', 'waiting', 'Hemos recibido $50.00 por Pro', 'se está activando'],
    ['es', 'returned', 'Estamos reembolsando tu pago', 'Te lo reembolsamos por completo'],
    ['es', 'free', 'No se ha cobrado nada', 'El plan está activo'],
  ] as const)('state in %s the outcome of a receipt whose plan is %s', (language, outcome, money, plan) => {
    const { text } = renderEmail('receipt', language, { ...PROPS.receipt, outcome });
    expect(text).toContain(money);
    expect(text).toContain(plan);
    expect(/is active|está activo/.test(text)).toBe(outcome === 'active' || outcome === 'free');
  });

  it('reject invalid props and unknown mail names', () => {
    expect(() => renderEmail('referral', 'en', { url: 'no address' })).toThrow();
    expect(() => renderEmail('no-such-mail', 'en', {})).toThrow('no-such-mail');
  });
});
