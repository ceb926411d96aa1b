import { distortTexts } from '@diorama/stack/test/distort-texts.ts';
import { beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../test/open-app.tsx';

const FILES = import.meta.glob<{ messages: object }>('../../../shared/src/i18n/en/*.ts', { eager: true });

/** Attributes with texts for people. */
const ATTRIBUTES = ['alt', 'aria-label', 'aria-description', 'placeholder', 'title'];
/** Marks of the pseudo-language, which every text of a page has. */
const DISTORTED = /[⟦⟧·áéíóúçñ]/;
/** Data of the samples, names of languages and units of numbers. */
const DATA = /^(text-\d+|Ada|Kitchens|ada-\d+@example\.test|English|español|\d+ [kMG]?B)$/i;

// The pages load these modules, and read the texts when they are rendered.
beforeAll(() => {
  for (const { messages } of Object.values(FILES)) {
    Object.assign(messages, distortTexts(messages));
  }
});

/** Visible texts and attributes of the page, without whitespace around them. */
function textsOnPage(): string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.checkVisibility()) {
      texts.push(node.textContent ?? '');
    }
  }
  for (const element of document.body.querySelectorAll(ATTRIBUTES.map((name) => `[${name}]`).join())) {
    if (element.checkVisibility()) {
      texts.push(...ATTRIBUTES.map((name) => element.getAttribute(name) ?? ''));
    }
  }
  return texts.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text));
}

it.each(['/en/scenes/all', '/en/people-and-settings?tab=settings', '/en/storage'])(
  '%s has no text outside the message catalogs',
  async (address) => {
    await openApp(address);
    await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect.poll(() => document.querySelector('[data-skeleton]')).toBeNull();
    const texts = textsOnPage();
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((text) => !DISTORTED.test(text) && !DATA.test(text))).toEqual([]);
  },
);
