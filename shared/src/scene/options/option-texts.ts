import type { SceneDocument } from '../document.ts';
import { type Chosen, optionsOf, settleChoices } from './options.ts';

/** An option of a scene in words; a file shows the chosen choice. */
export type OptionTexts = {
  name: string;
  description: string;
  choices: { name: string; description: string; isChosen: boolean }[];
};

/** The options of a document in words, for the files of a combination of choices. */
export function optionTexts(
  document: Pick<SceneDocument, 'options' | 'choices'>,
  wanted: Chosen = new Map(),
): OptionTexts[] {
  const options = optionsOf(document);
  const chosen = settleChoices(options, wanted);
  return options.map(({ id: option, name, description, choices }) => ({
    name,
    description,
    choices: choices.map((one) => ({
      name: one.name,
      description: one.description,
      isChosen: chosen.get(option) === one.id,
    })),
  }));
}
