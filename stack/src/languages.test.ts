import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LANGUAGES } from '@diorama/shared/i18n/t.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from './env.ts';
import { addPseudoLanguage, englishFiles, PSEUDO } from './test/pseudo-language.ts';

const CODES = LANGUAGES.join('|');
/** A language in code: its code in quotes, as a key of an object, or as the end of a name. */
const NAMED = [
  new RegExp(`['"\`](${CODES})['"\`]`),
  new RegExp(`\\b(${CODES}):\\s*[('"\`{[]`),
  new RegExp(`i18n/(${CODES})/`),
];
/** The list of languages, and the types of the texts. */
const LISTS = ['shared/src/i18n/t.ts', 'shared/src/i18n/catalogues.ts'];
const COMMENT = /^\s*(\*|\/\/|\/\*)/;
/** The language of a page before its scripts have chosen one. */
const PAGE = /<html lang=/;

it('each language is named only in one list and in the text folders', () => {
  const files = execFileSync('git', ['ls-files', '*/src/*.ts', '*/src/*.tsx'], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
    .trim()
    .split('\n')
    .filter(
      (path) => !/\.test\.tsx?$|\/test\/|^bench\/|\/i18n\/[a-z]{2}\//.test(path) && !LISTS.includes(path),
    );
  expect(files.length).toBeGreaterThan(1_000);
  const breaches = files.flatMap((path) =>
    readFileSync(join(PROJECT_ROOT, path), 'utf8')
      .split('\n')
      .filter((line) => !COMMENT.test(line) && !PAGE.test(line) && NAMED.some((named) => named.test(line)))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(breaches).toEqual([]);
});

/** Loads every text and composes every mail of a copy of the product, and prints them. */
const PROGRAM = `
import { composeEmail } from './src/emails/compose-email.ts';
import { emails } from './src/emails/definitions.ts';
import { EMAIL_PROPS } from './src/emails/test/email-props.ts';
import { formatDateTime, formatLanguage } from './src/i18n/format.ts';
import { isLanguage } from './src/i18n/t.ts';
const [language, ...files] = process.argv.slice(2);
const texts = {};
for (const file of files) {
  texts[file] = (await import('./src/i18n/' + language + '/' + file)).messages;
}
const mails = Object.fromEntries(emails.map((mail) => [mail.name, composeEmail(mail, language, EMAIL_PROPS[mail.name])]));
const intl = [formatDateTime(language, '2026-01-02', 'UTC'), formatLanguage(language)];
console.log(JSON.stringify({ isKnown: isLanguage(language), texts, mails, intl }));
`;

type Printed = {
  isKnown: boolean;
  texts: Record<string, unknown>;
  mails: Record<string, MailTexts>;
  intl: string[];
};
type MailTexts = {
  subject: string;
  title: string;
  paragraphs: string[];
  action: { label: string };
  footnote: string;
};

describe('a language added as a folder and a line in the list', () => {
  let folder = '';
  let printed: Printed;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'diorama-language-'));
    await cp(join(PROJECT_ROOT, 'shared/src'), join(folder, 'src'), { recursive: true });
    await cp(join(PROJECT_ROOT, 'shared/package.json'), join(folder, 'package.json'));
    await symlink(join(PROJECT_ROOT, 'node_modules'), join(folder, 'node_modules'));
    await addPseudoLanguage(join(folder, 'src/i18n'));
    await writeFile(join(folder, 'print.ts'), PROGRAM);
    const { stdout } = await promisify(execFile)(process.execPath, ['print.ts', PSEUDO, ...englishFiles()], {
      cwd: folder,
      maxBuffer: 50_000_000,
    });
    printed = JSON.parse(stdout);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is known, with the rules of Intl', () => {
    expect(printed.isKnown).toBe(true);
    expect(printed.intl.every((text) => text !== '')).toBe(true);
  });

  it('has every text of every namespace', () => {
    const stringsOf = (value: unknown): string[] =>
      typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(stringsOf);
    const strings = stringsOf(printed.texts);
    expect(strings.length).toBeGreaterThan(2_500);
    expect(strings.filter((text) => !/^⟦.*⟧$/s.test(text))).toEqual([]);
  });

  it('has every mail without English texts and open placeholders', () => {
    const english = Object.entries(printed.mails).flatMap(([name, mail]) => {
      const { subject, title, paragraphs, action, footnote } = mail;
      // The question to support is in the words of its author.
      const written = name === 'support' ? paragraphs.filter((text) => text.includes('⟦')) : paragraphs;
      const parts = [subject, title, ...written, action.label, footnote];
      return parts
        .filter((text) => !/^⟦.*⟧$/s.test(text) || /\{\w+\}/.test(text))
        .map((text) => [name, text]);
    });
    expect(english).toEqual([]);
    expect(Object.keys(printed.mails).length).toBeGreaterThan(25);
  });
});
