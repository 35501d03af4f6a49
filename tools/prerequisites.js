// Runs before the commands that a newcomer tries first, by `--import`: npm runs no `pre` scripts where `ignore-scripts` is set.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** @param {string} message */
function stop(message) {
  console.error(message);
  process.exit(1);
}

// Node 22.18 and newer run TypeScript; an older one gets here where npm could not install the project's own Node, a package.
if (major < 22 || (major === 22 && minor < 18))
  stop(
    `This is Node ${process.versions.node}, and 22.18 or newer is needed. npm installs one with the packages, but not with its setting ignore-scripts: run npm rebuild node --ignore-scripts=false, or install Node 24.`,
  );

try {
  import.meta.resolve('@supabase/lite');
} catch {
  stop(
    'The packages for development are missing: npm leaves them out with --omit=dev, and where NODE_ENV is production. Run npm ci --include=dev.',
  );
}
