/* Stands in index.html: fetches and starts the page when the first paint is on the screen, so that nothing competes with it. */
{
  new Worker('/languages.js');
  const start = document.getElementById('start');
  const begin = () => document.body.append(start.content);
  if (document.getElementById('first-paint')) {
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
    /* A page in the background is not painted. */
    setTimeout(begin, 1000);
  } else begin();
}
