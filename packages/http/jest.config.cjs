const preset = require('../../jest.preset.cjs')(__dirname);

// jose has ES modules only, which jest cannot load on Node 20 as they are.
module.exports = {
  ...preset,
  transform: { ...preset.transform, '/node_modules/jose/.+\\.js$': preset.transform['^.+\\.ts$'] },
  transformIgnorePatterns: ['/node_modules/(?!jose/)'],
};
