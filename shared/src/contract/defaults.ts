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
    summary: 'Lists the privacy levels of scenes.',
    response: collection(privacyItem),
  },
  getPrivacy: {
    route: 'GET /api/defaults/privacy/{id}',
    auth: 'none',
    summary: 'Returns a privacy level of scenes.',
    response: privacyItem,
    errors: ['request.not-found'],
  },
  listSceneCategories: {
    route: 'GET /api/defaults/scene-categories',
    auth: 'none',
    summary: 'Lists the scene categories in the language of `Accept-Language`.',
    response: collection(sceneCategory),
  },
  listModelLibraryCategories: {
    route: 'GET /api/defaults/model-library-categories',
    auth: 'none',
    summary: 'Lists the library categories of models in the language of `Accept-Language`.',
    response: collection(libraryCategory),
  },
  listMaterialLibraryCategories: {
    route: 'GET /api/defaults/material-library-categories',
    auth: 'none',
    summary: 'Lists the library categories of materials and textures in the language of `Accept-Language`.',
    response: collection(libraryCategory),
  },
  getSceneCategory: {
    route: 'GET /api/defaults/scene-categories/{id}',
    auth: 'none',
    summary: 'Returns a scene category.',
    response: sceneCategory,
    errors: ['request.not-found'],
  },
  getModelLibraryCategory: {
    route: 'GET /api/defaults/model-library-categories/{id}',
    auth: 'none',
    summary: 'Returns a library category of models.',
    response: libraryCategory,
    errors: ['request.not-found'],
  },
  getMaterialLibraryCategory: {
    route: 'GET /api/defaults/material-library-categories/{id}',
    auth: 'none',
    summary: 'Returns a library category of materials and textures.',
    response: libraryCategory,
    errors: ['request.not-found'],
  },
});
