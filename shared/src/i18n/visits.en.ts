/** English texts about visits of a scene. */
export const visitsEn = {
  title: 'Visits of “{name}”',
  text: 'Nobody is recognised: devices are counted by the day, and countries come from the language of the browser.',
  range: 'Time',
  'range.7': 'Last 7 days',
  'range.30': 'Last 30 days',
  'range.90': 'Last 90 days',
  'range.365': 'Last year',
  csv: 'Download as CSV',
  'count.views': 'Views',
  'count.embeds': 'Views in other pages',
  'count.devices': 'Devices',
  'count.seconds': 'Time looked at',
  'count.annotationOpens': 'Annotations opened',
  'count.arLaunches': 'AR launches',
  minutes: '{minutes} min',
  hours: '{hours} h',
  'none.title': 'Nobody has looked in this time',
  'none.text':
    'Send somebody its link or code, or embed it in a page: who looks at it is counted here at once.',
  'none.open': 'Open the scene',
  chart: 'Views by day',
  'chart.day': '{day}: {views} here, {embeds} in other pages',
  'chart.date': 'Day',
  'chart.here': 'Here',
  'chart.embeds': 'In other pages',
  countries: 'Countries',
  'countries.unknown': 'Not said',
  'countries.none': 'Nobody has looked yet.',
  'sample.title': 'See who looks at your scenes',
  'sample.text': 'This is an example. With Pro it shows the visits of this scene.',
  'sample.upgrade': 'Upgrade to Pro',
  'sample.ask': 'The owner of the workspace can switch to Pro.',
} as const;

/** Type of {@link visitsEn}. */
export type VisitsMessages = typeof visitsEn;
