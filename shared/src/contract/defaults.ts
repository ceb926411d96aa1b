import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { collection, idParams, resource } from './hydra.ts';

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
    method: 'GET',
    path: '/api/defaults/privacy',
    auth: 'none',
    summary: 'Lists the privacy levels of scenes.',
    status: 200,
    response: collection(privacyItem),
  },
  getPrivacy: {
    method: 'GET',
    path: '/api/defaults/privacy/{id}',
    auth: 'none',
    summary: 'Returns a privacy level of scenes.',
    status: 200,
    params: idParams,
    response: privacyItem,
    errors: ['request.not-found'],
  },
  listSceneCategories: {
    method: 'GET',
    path: '/api/defaults/scene-categories',
    auth: 'none',
    summary: 'Lists the scene categories in the language of `Accept-Language`.',
    status: 200,
    response: collection(sceneCategory),
  },
  listModelLibraryCategories: {
    method: 'GET',
    path: '/api/defaults/model-library-categories',
    auth: 'none',
    summary: 'Lists the library categories of models in the language of `Accept-Language`.',
    status: 200,
    response: collection(libraryCategory),
  },
  listMaterialLibraryCategories: {
    method: 'GET',
    path: '/api/defaults/material-library-categories',
    auth: 'none',
    summary: 'Lists the library categories of materials and textures in the language of `Accept-Language`.',
    status: 200,
    response: collection(libraryCategory),
  },
  getSceneCategory: {
    method: 'GET',
    path: '/api/defaults/scene-categories/{id}',
    auth: 'none',
    summary: 'Returns a scene category.',
    status: 200,
    params: idParams,
    response: sceneCategory,
    errors: ['request.not-found'],
  },
  getModelLibraryCategory: {
    method: 'GET',
    path: '/api/defaults/model-library-categories/{id}',
    auth: 'none',
    summary: 'Returns a library category of models.',
    status: 200,
    params: idParams,
    response: libraryCategory,
    errors: ['request.not-found'],
  },
  getMaterialLibraryCategory: {
    method: 'GET',
    path: '/api/defaults/material-library-categories/{id}',
    auth: 'none',
    summary: 'Returns a library category of materials and textures.',
    status: 200,
    params: idParams,
    response: libraryCategory,
    errors: ['request.not-found'],
  },
});
