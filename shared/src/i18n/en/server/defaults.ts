/** English names and descriptions of the lists that every installation has. */
export const messages = {
  'scene.copy': 'Copy of {name}',

  'privacy.private.text': 'Only members of the scene',
  'privacy.public.text': 'Anyone with the link',
  'privacy.password.text': 'Anyone with the password',

  'category.architecture': 'Architecture',
  'category.architecture.text': 'Buildings, districts and landscapes',
  'category.interior': 'Interior',
  'category.interior.text': 'Rooms, furniture and light',
  'category.product': 'Product',
  'category.product.text': 'Products to make, sell or explain',
  'category.education': 'Education',
  'category.education.text': 'Lessons, museums and science',
  'category.art': 'Art',
  'category.art.text': 'Sculpture, illustration and experiments',
  'category.characters': 'Characters',
  'category.characters.text': 'People, creatures and their clothes',
  'category.vehicles': 'Vehicles',
  'category.vehicles.text': 'Cars, ships, aircraft and machines',
  'category.nature': 'Nature',
  'category.nature.text': 'Plants, animals and terrain',
  'category.events': 'Events',
  'category.events.text': 'Stages, stands and shop windows',
  'category.other': 'Other',
  'category.other.text': 'Everything else',
} as const;
