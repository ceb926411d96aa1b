import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { rowsOf } from '@diorama/shared/scene/field-values.ts';
import { isSameJson } from '@diorama/shared/scene/json.ts';
import {
  choicesInAddress,
  keyOf,
  namesInAddress,
  optionKey,
  setChoicesInAddress,
} from '@diorama/shared/scene/options/choice-address.ts';
import {
  articleOf,
  type Chosen,
  isAvailable,
  type OptionChoices,
  optionsOf,
  settleChoices,
  valuesOf,
  withChoices,
} from '@diorama/shared/scene/options/options.ts';
import { type SceneChange, uniteChanges } from '@diorama/shared/scene/scene-change.ts';
import { languagesOf, originalOf } from '@diorama/shared/scene/translations/languages.ts';
import { withTranslation } from '@diorama/shared/scene/translations/translations.ts';
import type { DescribedOption } from '../../embed/host-message.ts';

/**
 * Called with the document of new choices, and with the rows in which it may differ. `isOther` is false where the same
 * choices are shown, as while the scene is edited.
 */
type OptionsListener = (document: SceneDocument, change: SceneChange | undefined, isOther: boolean) => void;

/** The options of a shown scene in the visitor's language: the choices, and the document that they make. */
export class SceneOptions {
  readonly #language: string | undefined;
  #own: SceneDocument;
  /** The scene with the texts of the language. */
  #base: SceneDocument;
  #list: readonly OptionChoices[];
  /** The options with their own names, of which addresses are made in every language. */
  #named: readonly OptionChoices[];
  #chosen: Chosen;
  #document: SceneDocument;
  /** Choices of the published scene, of which there are files. */
  readonly #published: ReadonlySet<string>;
  readonly #listeners = new Set<OptionsListener>();

  /**
   * @param search - parameters of the page's address, which may name choices
   * @param language - of a translation; undefined for the scene's own texts
   */
  constructor(base: SceneDocument, search: URLSearchParams, language?: string) {
    this.#language = language;
    this.#own = base;
    this.#named = optionsOf(base);
    this.#base = withTranslation(base, this.#language);
    this.#list = optionsOf(this.#base);
    this.#chosen = settleChoices(this.#list, choicesInAddress(search, this.#named));
    this.#document = withChoices(this.#base, this.#chosen);
    this.#published = new Set(Object.keys(base.choices));
  }

  /** Options with choices, in order. */
  get list(): readonly OptionChoices[] {
    return this.#list.filter(({ choices }) => choices.length > 0);
  }

  /** The languages that the scene has texts in, its own first. */
  get languages(): readonly string[] {
    return languagesOf(this.#base);
  }

  /** The language of the shown texts; undefined for texts of an unknown language. */
  get language(): string | undefined {
    return this.#language ?? originalOf(this.#base.translations);
  }

  /** The document with its own texts, which are the same for all visitors. */
  get own(): SceneDocument {
    return this.#own;
  }

  /** The document with the chosen values. */
  get document(): SceneDocument {
    return this.#document;
  }

  get chosen(): Chosen {
    return this.#chosen;
  }

  /** Whether the visitor sees the scene as it opens without an address of choices. */
  get isInitial(): boolean {
    const initial = this.#initial;
    return [...this.#chosen].every(([option, choice]) => initial.get(option) === choice);
  }

  /** Whether the published scene has the chosen combination; one that is edited may have further choices. */
  get isPublished(): boolean {
    return [...this.#chosen.values()].every((choice) => this.#published.has(choice));
  }

  /** Article number and price of the chosen combination. */
  get article(): { sku: string; price: string } {
    return articleOf(this.#list, this.#chosen);
  }

  /** Whether a choice can be combined with any choices of the other options. */
  isAvailable(choice: string): boolean {
    return isAvailable(this.#list, choice);
  }

  /** Applies choices by option, of which the one of `first` decides; unknown ones are ignored. */
  choose(choices: Chosen, first?: string): void {
    const before = valuesOf(this.#base, this.#chosen);
    this.#chosen = settleChoices(this.#list, new Map([...this.#chosen, ...choices]), first);
    const after = valuesOf(this.#base, this.#chosen);
    this.#show(uniteChanges(rowsOf(before), rowsOf(after)), true);
  }

  /** Applies choices by their keys, as in an address; unknown ones are ignored. */
  chooseNamed(search: URLSearchParams): void {
    const choices = choicesInAddress(search, this.#named);
    this.choose(choices, [...choices.keys()].at(-1));
  }

  /** The options with their choices, for a page around an embed. */
  get described(): DescribedOption[] {
    const rowOf = (id: string, rows: readonly { id: string; name: string }[]) =>
      rows.find((row) => row.id === id) ?? { id, name: '' };
    const named = new Map(this.#named.map(({ id, choices }) => [id, choices]));
    return this.list.map((option) => {
      const rows = named.get(option.id) ?? [];
      return {
        key: optionKey(rowOf(option.id, this.#named), this.#named),
        name: option.name,
        choices: option.choices.map((choice) => ({
          key: keyOf(rowOf(choice.id, rows), rows),
          name: choice.name,
          sku: choice.sku,
          price: choice.price,
        })),
      };
    });
  }

  /** Keys of the choices by keys of their options. */
  get named(): Record<string, string> {
    return Object.fromEntries(namesInAddress(this.#named, this.#chosen));
  }

  /** Sets the stored document, which is being edited; `change` names the differences, and without it all may differ. */
  setBase(base: SceneDocument, change?: SceneChange): void {
    const [chosen, before] = [this.#chosen, valuesOf(this.#base, this.#chosen)];
    const isTranslated = !change || change.translations.size > 0;
    this.#own = base;
    this.#base = withTranslation(base, this.#language);
    if (isTranslated || change.options.size > 0 || change.choices.size > 0) {
      this.#named = optionsOf(base);
      this.#list = optionsOf(this.#base);
      this.#chosen = settleChoices(this.#list, chosen);
    }
    const after = valuesOf(this.#base, this.#chosen);
    const isOther = !isSameJson([...chosen], [...this.#chosen]);
    this.#show(
      isTranslated ? undefined : uniteChanges(uniteChanges(rowsOf(before), rowsOf(after)), change),
      isOther,
    );
  }

  /** Writes the choices into an address. */
  writeAddress(search: URLSearchParams): void {
    setChoicesInAddress(search, this.#named, { chosen: this.#chosen, initial: this.#initial });
  }

  /** Calls `listener` after each change, until the returned function is called. */
  subscribe(listener: OptionsListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get #initial(): Chosen {
    return settleChoices(this.#list, new Map());
  }

  #show(change: SceneChange | undefined, isOther: boolean): void {
    this.#document = withChoices(this.#base, this.#chosen);
    for (const listener of this.#listeners) {
      listener(this.#document, change, isOther);
    }
  }
}
