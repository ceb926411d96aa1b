import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { collection, resource } from './hydra.ts';

/**
 * Entry of a list that every installation has; `name` and `description` are in the language of the request.
 */
const sceneCategory = resource('SceneCategory', {
  name: z.string(),
  description: z.string(),
  position: z.number().int(),
});

const libraryCategory = resource('LibraryCategory', {
  name: z.string(),
  description: z.string(),
  position: z.number().int(),
});

/** One entry of a list that is the same for all users. */
const privacyItem = resource('Privacy', {
  name: z.string(),
  /** In lower case, a value of `privacy` of a scene. */
  description: z.string(),
  /** A sentence in the language of the request. */
  help: z.string(),
  position: z.number().int(),
});

export const defaultRoutes = defineRoutes({
  listPrivacies: {
    route: 'GET /api/defaults/privacy',
    auth: 'none',
    summary: 'Who may see a scene: every choice there is.',
    response: collection(privacyItem),
  },
  getPrivacy: {
    route: 'GET /api/defaults/privacy/{id}',
    auth: 'none',
    summary: 'A choice of who may see a scene.',
    response: privacyItem,
    errors: ['request.not-found'],
  },
  listSceneCategories: {
    route: 'GET /api/defaults/scene-categories',
    auth: 'none',
    summary: 'What scenes can be about, in the language of `Accept-Language`.',
    response: collection(sceneCategory),
  },
  listModelLibraryCategories: {
    route: 'GET /api/defaults/model-library-categories',
    auth: 'none',
    summary: 'What models of the library can be, in the language of `Accept-Language`.',
    response: collection(libraryCategory),
  },
  listMaterialLibraryCategories: {
    route: 'GET /api/defaults/material-library-categories',
    auth: 'none',
    summary: 'What materials and textures of the library can be, in the language of `Accept-Language`.',
    response: collection(libraryCategory),
  },
  getSceneCategory: {
    route: 'GET /api/defaults/scene-categories/{id}',
    auth: 'none',
    summary: 'A category of scenes.',
    response: sceneCategory,
    errors: ['request.not-found'],
  },
  getModelLibraryCategory: {
    route: 'GET /api/defaults/model-library-categories/{id}',
    auth: 'none',
    summary: 'A category of the library for models.',
    response: libraryCategory,
    errors: ['request.not-found'],
  },
  getMaterialLibraryCategory: {
    route: 'GET /api/defaults/material-library-categories/{id}',
    auth: 'none',
    summary: 'A category of the library for materials and textures.',
    response: libraryCategory,
    errors: ['request.not-found'],
  },
});
