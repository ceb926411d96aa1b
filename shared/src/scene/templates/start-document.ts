import { generateNKeysBetween } from 'fractional-indexing';
import type { SceneStart, SceneTemplate } from '../../domain/scene-templates.ts';
import type { Language } from '../../i18n/t.ts';
import { emptyDocument, parseDocument, type SceneDocument } from '../document.ts';
import { gallery } from './gallery.ts';
import { livingRoom } from './living-room.ts';
import { product } from './product.ts';
import { documentOf, type Template, type TemplateName } from './template.ts';

const TEMPLATES: Record<SceneTemplate, Template> = { product, 'living-room': livingRoom, gallery };

/** Name of the sun of a new scene. */
const SUN: TemplateName = { en: 'Sun', es: 'Sol' };

/** Document of a template; its nodes are named in `language`. */
export function templateDocument(template: SceneTemplate, language: Language): SceneDocument {
  return documentOf(TEMPLATES[template], language);
}

/** Document of a new scene; its nodes are named in `language`. */
export function startDocument(start: SceneStart | null, language: Language): SceneDocument {
  if (start === null) {
    return emptyDocument();
  }
  return start === 'lit' ? litDocument(SUN[language]) : templateDocument(start, language);
}

/** A scene without objects: a sun with soft shadows, in addition to the studio light. */
function litDocument(name: string): SceneDocument {
  return parseDocument({
    nodes: {
      sun: {
        index: generateNKeysBetween(null, null, 1)[0],
        kind: 'directionalLight',
        name,
        position: [3, 4, 2],
        rotation: [-0.38, 0.42, 0.19, 0.8],
        props: { color: '#fff6e8', intensity: 2.2, castShadow: true },
      },
    },
  });
}
