import { defineConfig } from 'vite'
import { siteServer } from './vite/site-server'

export default defineConfig({ plugins: [siteServer()] })
