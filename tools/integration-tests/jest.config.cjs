module.exports = { preset: '../../jest.preset.cjs', displayName: 'integration-tests' };
