import { formatLanguage } from '@diorama/shared/i18n/format.ts';
import type { Choice } from '@diorama/shared/scene/document.ts';
import { LANGUAGE_PARAMETER } from '@diorama/shared/scene/options/choice-address.ts';
import type { OptionChoices } from '@diorama/shared/scene/options/options.ts';
import { element } from '../dom.ts';
import { fetchPageTranslate } from '../page-language.ts';
import type { SceneAssets } from '../scene-assets.ts';
import { assetsOfChoices } from './choice-assets.ts';
import './options-form.css';
import type { SceneOptions } from './scene-options.ts';

/** Dependencies of the form; `place` takes it as its first child. */
export type OptionsFormContext = { place: HTMLElement; options: SceneOptions; files: SceneAssets };

/** Longest wait for an idle browser before files are fetched ahead, in milliseconds. */
const IDLE_MS = 5_000;
/** Most files that are fetched ahead without being asked for. */
const MOST_AHEAD = 40;

const t = await fetchPageTranslate();

/** A form with the options of a scene, as radio buttons: swatches where choices have colors or pictures, else names. */
export class OptionsForm {
  readonly #context: OptionsFormContext;
  readonly #form = element('form', { className: 'scene-options' });
  readonly #stop: () => void;
  readonly #fetched = new Set<string>();
  readonly #abort = new AbortController();
  /** The options that the form shows, as JSON. */
  #listed = '';

  constructor(context: OptionsFormContext) {
    this.#context = context;
    const { place, options } = context;
    this.#form.ariaLabel = t('options');
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    this.#form.addEventListener('change', this.#handleChange);
    this.#stop = options.subscribe(() => this.#show());
    this.#show();
    place.prepend(this.#form);
    this.#fetchWhenIdle();
  }

  dispose(): void {
    this.#abort.abort();
    this.#stop();
    this.#form.remove();
  }

  readonly #handleChange = ({ target }: Event): void => {
    const { options } = this.#context;
    if (target instanceof HTMLSelectElement) {
      const address = new URL(location.href);
      address.searchParams.set(LANGUAGE_PARAMETER, target.value);
      location.assign(address);
      return;
    }
    if (target instanceof HTMLInputElement) {
      options.choose(new Map([[target.name, target.value]]), target.name);
    }
  };

  /** A list of the scene's languages, where a choice reloads the page. */
  #languages(): HTMLElement[] {
    const { languages, language } = this.#context.options;
    if (languages.length < 2) {
      return [];
    }
    const select = element('select', { className: 'scene-options-language' });
    select.ariaLabel = t('options.language');
    for (const code of languages) {
      const isChosen = code === language;
      select.append(new Option(formatLanguage(code), code, isChosen, isChosen));
    }
    return [select];
  }

  #group(option: OptionChoices): HTMLElement {
    const name = option.name || t('options.unnamed');
    const chosen = element('span', { className: 'scene-options-chosen' });
    const group = element(
      'fieldset',
      {},
      element('legend', {}, name, chosen),
      element(
        'div',
        { className: 'scene-options-row' },
        ...option.choices.map((choice) => this.#choice(option, choice)),
      ),
    );
    group.ariaDescription = option.description || null;
    return group;
  }

  #choice(option: OptionChoices, choice: Choice & { id: string }): HTMLElement {
    const input = element('input', {});
    Object.assign(input, { type: 'radio', name: option.id, value: choice.id });
    const name = choice.name || t('options.unnamed');
    input.ariaDescription = choice.description || null;
    const label = element('label', { className: 'scene-options-choice' }, input);
    if (choice.color !== null || choice.image !== null) {
      input.ariaLabel = name;
      label.title = name;
      label.append(this.#swatch(choice));
    } else {
      label.append(element('span', {}, name));
    }
    const fetchAhead = () => this.#fetch(assetsOfChoices(this.#context.options.document, [choice]));
    label.addEventListener('pointerenter', fetchAhead);
    input.addEventListener('focus', fetchAhead);
    return label;
  }

  #swatch({ color, image }: Choice): HTMLElement {
    const swatch = element('span', { className: 'scene-options-swatch' });
    swatch.style.background = color ?? '';
    if (image !== null) {
      const { files } = this.#context;
      files.source(image).then(
        (file) => {
          if (file) {
            swatch.append(element('img', { src: file.url, alt: '' }));
          }
        },
        // The color or an empty swatch stays.
        () => undefined,
      );
    }
    return swatch;
  }

  /** Lists the options again if they are others, as while they are edited. The focus stays. */
  #list(): void {
    const { options } = this.#context;
    const listed = JSON.stringify([options.languages, options.list.map(describe)]);
    if (listed === this.#listed) {
      return;
    }
    this.#listed = listed;
    const { activeElement } = document;
    this.#form.replaceChildren(
      ...options.list.map((option) => this.#group(option)),
      element('output', {}),
      ...this.#languages(),
    );
    this.#form.hidden = options.list.length === 0 && options.languages.length < 2;
    if (activeElement instanceof HTMLInputElement) {
      const { name, value } = activeElement;
      const same = [...this.#form.querySelectorAll('input')].find(
        (input) => input.name === name && input.value === value,
      );
      same?.focus();
    }
  }

  /** Shows which choices are chosen and which can be had, their names, and the price. */
  #show(): void {
    this.#list();
    const { options } = this.#context;
    for (const input of this.#form.querySelectorAll('input')) {
      input.checked = options.chosen.get(input.name) === input.value;
      input.disabled = !input.checked && !options.isAvailable(input.value);
    }
    for (const [i, field] of this.#form.querySelectorAll('fieldset').entries()) {
      const option = options.list[i];
      const choice = option?.choices.find(({ id }) => id === options.chosen.get(option.id));
      field.querySelector('.scene-options-chosen')?.replaceChildren(choice?.name ?? '');
    }
    this.#form.querySelector('output')?.replaceChildren(options.article.price);
  }

  /** Fetches the files of all choices, once the browser has nothing else to do. */
  #fetchWhenIdle(): void {
    const { options } = this.#context;
    const isSaving =
      'connection' in navigator && Reflect.get(Object(navigator.connection), 'saveData') === true;
    if (isSaving) {
      return;
    }
    const run = () => {
      if (!this.#abort.signal.aborted) {
        const choices = options.list.flatMap((option) => option.choices);
        this.#fetch(assetsOfChoices(options.document, choices).take(MOST_AHEAD));
      }
    };
    if ('requestIdleCallback' in window) {
      requestIdleCallback(run, { timeout: IDLE_MS });
    } else {
      setTimeout(run, IDLE_MS);
    }
  }

  /** Fetches files into the browser's cache, each once. */
  #fetch(iris: Iterable<string>): void {
    const { files } = this.#context;
    for (const iri of new Set(iris).difference(this.#fetched)) {
      this.#fetched.add(iri);
      files
        .source(iri)
        .then((file) => file && fetch(file.url, { signal: this.#abort.signal, priority: 'low' }))
        // The file is fetched again when it is shown.
        .catch(() => undefined);
    }
  }
}

/** Part of an option that the form displays. */
function describe({ id, name, description, choices }: OptionChoices): unknown {
  const looks = choices.map((choice) => [
    choice.id,
    choice.name,
    choice.description,
    choice.color,
    choice.image,
  ]);
  return [id, name, description, looks];
}
