// Runs beside the page: over its first Intl format a browser reads up on all languages it knows, which takes it long.
// They are known to the whole process then, so the page need not wait for them.
Intl.NumberFormat('en');
Intl.DateTimeFormat('en');
close();
