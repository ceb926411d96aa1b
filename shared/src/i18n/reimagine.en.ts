/** The words of re-imagining a view in English; fetched with its dialog, not with the editor. */
export const reimagineEn = {
  'reimagine.title': 'Re-imagine',
  'reimagine.text': 'Say what this view should look like. The scene itself is not changed.',
  'reimagine.prompt': 'What should it look like?',
  'reimagine.style': 'Style',
  'reimagine.style.photo': 'Photo',
  'reimagine.style.sketch': 'Sketch',
  'reimagine.style.watercolor': 'Watercolor',
  'reimagine.style.clay': 'Clay',
  'reimagine.style.night': 'Night',
  'reimagine.style.winter': 'Winter',
  'reimagine.strength': 'How far from the view',
  'reimagine.count.one': '{count} picture',
  'reimagine.count.other': '{count} pictures',
  'reimagine.left.one': '{count} picture left today',
  'reimagine.left.other': '{count} pictures left today',
  'reimagine.ask': 'Re-imagine',
  'reimagine.stop': 'Stop',
  'reimagine.working': 'Making pictures… They will be here when you come back.',
  'reimagine.results': 'What came of it',
  'reimagine.before': 'The view as it was',
  'reimagine.candidate': 'Version {number}',
  'reimagine.compare': 'Compare with the view',
  'reimagine.keep': 'Keep as a picture',
  'reimagine.backdrop': 'Put it behind the scene',
  'reimagine.talk': 'Comment on it',
  'reimagine.kept': 'Kept among the files of the workspace',
  'reimagine.behind': 'The picture is behind the scene now',
} as const;

/** The words of {@link reimagineEn}, by key. */
export type ReimagineMessages = typeof reimagineEn;
